import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { TimeHandle } from '../audio-converter/TimeHandle.tsx';
import type { MakerSettings } from './maker.ts';
import { useSecondsText } from './seconds-text.ts';
import type { Boundary } from './storyboard.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface BoundariesProps {
  readonly screen: VideoScreenWork;
  readonly boundaries: readonly Boundary[];
  /** Duration of the whole time axis. */
  readonly seconds: number;
}

/** Handles on a time axis. Each handle changes a setting by dragging and by keyboard. */
export function Boundaries({ boundaries, ...props }: BoundariesProps) {
  return boundaries.map((boundary) => (
    <Handle key={`${boundary.name} ${boundary.images}`} boundary={boundary} {...props} />
  ));
}

function Handle({ screen, boundary, seconds }: Omit<BoundariesProps, 'boundaries'> & { readonly boundary: Boundary }) {
  const translate = useDeclaredWords();
  const secondsText = useSecondsText();
  const value = useVideoDocument(screen).settings[boundary.name];
  const { name, images, at, min, max, step, valueAt } = boundary;
  const set = (next: number) => screen.changeSettings({ [name]: next } as Partial<MakerSettings>, name);
  return (
    <TimeHandle
      label={translate(`parameters.${screen.maker.operation.id}.${name}`)}
      valueText={secondsText(value)}
      {...{ at, min, max, step, seconds }}
      edge={EDGES[name]}
      // The images of a slideshow share one duration, so only the first of their handles is in the tab order.
      isSkipped={images !== 1}
      moveTo={(time) => set(valueAt(time))}
      restore={() => set(value)}
    />
  );
}

/** Ends of the audio that a boundary moves. */
const EDGES: Partial<Record<Boundary['name'], 'start' | 'end'>> = { trimStartSec: 'start', trimEndSec: 'end' };

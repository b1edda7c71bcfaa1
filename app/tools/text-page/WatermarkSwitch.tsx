import { Stamp } from 'lucide-react';
import { useOfferActions } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { useWatermark } from './drawn-texts.ts';
import type { TextPageKind } from './text-page-kind.ts';

interface WatermarkSwitchProps {
  readonly kind: TextPageKind;
  readonly iconOnly: boolean;
}

export function WatermarkSwitch({ kind, iconOnly }: WatermarkSwitchProps) {
  const [watermark, setWatermark] = useWatermark(kind);
  const label = useDeclaredWords()(`parameters.${kind.operation.id}.watermark`);
  const run = () => setWatermark(!watermark);
  useOfferActions([{ id: 'watermark', icon: Stamp, label, run }]);
  return (
    <Button look="quiet" icon={Stamp} iconOnly={iconOnly} role="switch" aria-checked={watermark} onClick={run}>
      {label}
    </Button>
  );
}

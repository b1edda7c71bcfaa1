import { Eye } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './Button.tsx';
import { useRoomyStage } from './large-screen.ts';

interface HoldButtonProps {
  readonly label: string;
  readonly hint: string;
  readonly held: boolean;
  readonly onHold: (held: boolean) => void;
  readonly disabled?: boolean;
}

/** Maximum milliseconds of a press that counts as a click. */
const CLICK_MS = 300;

const isHoldKey = (key: string) => key === ' ' || key === 'Enter';

/** Is on while it is held. A click switches it on until the next click, or until something else has the focus. */
export function HoldButton({ label, hint, held, onHold, disabled }: HoldButtonProps) {
  const hasRoom = useRoomyStage();
  const pressed = useRef<{ readonly at: number; readonly wasHeld: boolean }>();
  const press = () => {
    pressed.current ??= { at: performance.now(), wasHeld: held };
    onHold(true);
  };
  const release = () => {
    const { at = 0, wasHeld = true } = pressed.current ?? {};
    pressed.current = undefined;
    onHold(!wasHeld && performance.now() - at < CLICK_MS);
  };
  const cancel = () => {
    pressed.current = undefined;
    onHold(false);
  };
  return (
    <Button
      icon={Eye}
      // On a phone, shows only the icon, which fits beside the zoom controls.
      iconOnly={!hasRoom}
      size="small"
      title={hint}
      aria-pressed={held}
      disabled={disabled}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        press();
      }}
      onPointerUp={release}
      onPointerCancel={cancel}
      onBlur={cancel}
      onKeyDown={(event) => isHoldKey(event.key) && press()}
      onKeyUp={(event) => isHoldKey(event.key) && release()}
      onContextMenu={(event) => event.preventDefault()}
    >
      {label}
    </Button>
  );
}

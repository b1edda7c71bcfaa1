import { Eye } from 'lucide-react';
import { Button } from './Button.tsx';
import { useMediumScreen } from './large-screen.ts';

interface HoldButtonProps {
  readonly label: string;
  readonly hint: string;
  readonly held: boolean;
  readonly onHold: (held: boolean) => void;
  readonly disabled?: boolean;
}

const isHoldKey = (key: string) => key === ' ' || key === 'Enter';

export function HoldButton({ label, hint, held, onHold, disabled }: HoldButtonProps) {
  const hasRoom = useMediumScreen();
  const release = () => onHold(false);
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
        onHold(true);
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onBlur={release}
      onKeyDown={(event) => isHoldKey(event.key) && onHold(true)}
      onKeyUp={(event) => isHoldKey(event.key) && release()}
      onContextMenu={(event) => event.preventDefault()}
    >
      {label}
    </Button>
  );
}

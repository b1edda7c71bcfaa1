import { Link, type LinkProps } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Spinner } from './Spinner.tsx';

export interface ButtonLook {
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'base' | 'small';
  readonly icon?: LucideIcon;
  /** True to show only the icon. `children` then becomes the accessible name. */
  readonly iconOnly?: boolean;
  readonly className?: string;
}

export function buttonClass({ look = 'secondary', size = 'base', iconOnly, className }: ButtonLook = {}): string {
  return [
    'button',
    `button-${look}`,
    size === 'small' ? 'button-small' : '',
    iconOnly ? 'button-icon' : '',
    className ?? '',
  ]
    .filter(Boolean)
    .join(' ');
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Shows a spinner and ignores presses. With `waiting`, the button also keeps the focus. */
    readonly busy?: boolean;
    /** Ignores presses but keeps the focus. A disabled button would lose the focus. */
    readonly waiting?: boolean;
  };

export function Button({
  look,
  size,
  icon,
  iconOnly,
  className,
  busy,
  waiting,
  disabled,
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      title={iconOnly && typeof children === 'string' ? children : undefined}
      {...props}
      className={buttonClass({ look, size, iconOnly, className })}
      disabled={disabled || (busy && !waiting)}
      aria-disabled={waiting || props['aria-disabled'] || undefined}
      onClick={waiting ? undefined : onClick}
      aria-busy={busy || undefined}
    >
      <Face icon={icon} iconOnly={iconOnly} busy={busy}>
        {children}
      </Face>
    </button>
  );
}

export function ButtonLink({ look, size, icon, iconOnly, className, children, ...props }: ButtonLook & LinkProps) {
  return (
    <Link prefetch="intent" {...props} className={buttonClass({ look, size, iconOnly, className })}>
      <Face icon={icon} iconOnly={iconOnly}>
        {children}
      </Face>
    </Link>
  );
}

interface FaceProps {
  readonly icon?: LucideIcon | undefined;
  readonly iconOnly?: boolean | undefined;
  readonly busy?: boolean | undefined;
  readonly children?: ReactNode;
}

function Face({ icon: Icon, iconOnly, busy, children }: FaceProps) {
  return (
    <>
      {busy ? <Spinner /> : Icon && <Icon aria-hidden="true" strokeWidth={1.75} />}
      {iconOnly ? <span className="sr-only">{children}</span> : children}
    </>
  );
}

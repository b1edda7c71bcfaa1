import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { Button, type ButtonLook } from '../Button.tsx';

interface FileButtonProps {
  readonly accept: string;
  readonly onFile?: (file: File) => void;
  /** Called with all chosen files; replaces `onFile`. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined;
  /** By default, the visitor can choose several files if `onFiles` handles them. */
  readonly multiple?: boolean;
  readonly folder?: boolean;
  readonly children: ReactNode;
  readonly icon?: LucideIcon;
  readonly look?: ButtonLook['look'];
  readonly size?: ButtonLook['size'];
  readonly iconOnly?: ButtonLook['iconOnly'];
  readonly disabled?: boolean;
}

/** Declares the attribute `webkitdirectory`, which React's types lack. */
const FOLDER: object = { webkitdirectory: '' };

/** A button that opens the file picker. The visitor can choose the same file again. */
export function FileButton(props: FileButtonProps) {
  const {
    accept,
    onFile,
    onFiles,
    multiple = onFiles !== undefined,
    folder,
    children,
    icon,
    look,
    size,
    iconOnly,
    disabled,
  } = props;
  const input = useRef<HTMLInputElement | null>(null);
  const latest = useRef({ onFile, onFiles });
  latest.current = { onFile, onFiles };
  // Uses a native listener, because React ignores events of an input that was unmounted while the file picker was open.
  const listen = useCallback((element: HTMLInputElement | null) => {
    input.current = element;
    if (!element) return;
    element.onchange = () => {
      const { onFile, onFiles } = latest.current;
      const files = [...(element.files ?? [])];
      element.value = '';
      if (onFiles && files.length > 0) onFiles(files);
      else for (const file of files) onFile?.(file);
    };
  }, []);
  return (
    <>
      <Button
        look={look}
        size={size}
        icon={icon}
        iconOnly={iconOnly}
        onClick={() => input.current?.click()}
        disabled={disabled}
      >
        {children}
      </Button>
      <input ref={listen} type="file" accept={accept} multiple={multiple} {...(folder && FOLDER)} hidden />
    </>
  );
}

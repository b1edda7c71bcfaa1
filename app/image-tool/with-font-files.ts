import { isFontFile } from '../ui/fonts/own-fonts.ts';
import type { ImageTool } from './image-tool.ts';

export function withFontFiles(tool: ImageTool, addFont: (file: File) => unknown): ImageTool {
  const { openFile, openFiles } = tool;
  return {
    ...tool,
    openFile: (file) => void (isFontFile(file) ? addFont(file) : openFile(file)),
    openFiles:
      openFiles &&
      ((files) => {
        for (const font of files.filter(isFontFile)) addFont(font);
        const others = files.filter((file) => !isFontFile(file));
        if (others.length > 0) openFiles(others);
      }),
  };
}

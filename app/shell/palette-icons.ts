import {
  ArrowLeftRight,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Eraser,
  FolderDown,
  FolderOpen,
  History,
  type LucideIcon,
  Minus,
  Play,
  Plus,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import AlignCenterHorizontal from 'lucide-react/icons/align-center-horizontal';
import AlignCenterVertical from 'lucide-react/icons/align-center-vertical';
import AlignEndHorizontal from 'lucide-react/icons/align-end-horizontal';
import AlignEndVertical from 'lucide-react/icons/align-end-vertical';
import AlignStartHorizontal from 'lucide-react/icons/align-start-horizontal';
import AlignStartVertical from 'lucide-react/icons/align-start-vertical';
import AppWindow from 'lucide-react/icons/app-window';
import BookOpen from 'lucide-react/icons/book-open';
import BringToFront from 'lucide-react/icons/bring-to-front';
import Brush from 'lucide-react/icons/brush';
import ChevronsDown from 'lucide-react/icons/chevrons-down';
import ChevronsUp from 'lucide-react/icons/chevrons-up';
import CircleStop from 'lucide-react/icons/circle-stop';
import CircleX from 'lucide-react/icons/circle-x';
import Columns2 from 'lucide-react/icons/columns-2';
import Contrast from 'lucide-react/icons/contrast';
import FileArchive from 'lucide-react/icons/file-archive';
import FileCode2 from 'lucide-react/icons/file-code-2';
import FileCog from 'lucide-react/icons/file-cog';
import FileText from 'lucide-react/icons/file-text';
import Files from 'lucide-react/icons/files';
import Grid3x3 from 'lucide-react/icons/grid-3x3';
import ImagePlay from 'lucide-react/icons/image-play';
import ImageUp from 'lucide-react/icons/image-up';
import Keyboard from 'lucide-react/icons/keyboard';
import Link from 'lucide-react/icons/link';
import ListChecks from 'lucide-react/icons/list-checks';
import SendToBack from 'lucide-react/icons/send-to-back';
import Table from 'lucide-react/icons/table';
import Table2 from 'lucide-react/icons/table-2';
import Terminal from 'lucide-react/icons/terminal';

// Icons that only the palette shows are imported one by one: the build keeps them out of the tools' first load.

/** Icons of commands without a button that has an icon, by action ID. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'add-watermark': Grid3x3,
  'align-bottom': AlignEndHorizontal,
  'align-center': AlignCenterVertical,
  'align-left': AlignStartVertical,
  'align-middle': AlignCenterHorizontal,
  'align-right': AlignEndVertical,
  'align-top': AlignStartHorizontal,
  'batch-animate': ImagePlay,
  'batch-cancel': CircleStop,
  'batch-download': FileArchive,
  'batch-join': Columns2,
  'batch-pdf': FileText,
  'batch-save': FolderDown,
  'bring-forward': BringToFront,
  cancel: CircleX,
  'copy-command': Terminal,
  'copy-link': Link,
  'copy-recipe': Copy,
  'copy-settings': Files,
  'download-as': FileCog,
  'download-svg': FileCode2,
  duplicate: CopyPlus,
  'generate-gif': ImagePlay,
  keys: Keyboard,
  'load-last': History,
  'open-bottom': ChevronsDown,
  'open-file': FolderOpen,
  'open-mask': Contrast,
  'open-table': Table,
  'open-top': ChevronsUp,
  'paste-image': ImageUp,
  'paste-recipe': ClipboardPaste,
  'paste-settings': ListChecks,
  'paste-table': Table2,
  'pen-B': Brush,
  'pen-E': Eraser,
  'pen-X': ArrowLeftRight,
  'pen-[': Minus,
  'pen-]': Plus,
  'play-animation': Play,
  presets: BookOpen,
  remove: Trash2,
  reset: RotateCcw,
  'send-backward': SendToBack,
};

/** Returns the icon of a command; undefined if the command has none. */
export const commandIcon = (id: string): LucideIcon | undefined =>
  ICONS[id] ?? (id.startsWith('open-tab-') ? AppWindow : undefined);

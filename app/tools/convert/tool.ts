import FileType from 'lucide-react/icons/file-type';
import { defineTool, images, SAMPLE_IMAGE } from '../manifest.ts';

export const convertTool = defineTool({
  route: 'format_converter',
  group: 'image',
  icon: FileType,
  operation: 'convert',
  opens: [images],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'never',
});

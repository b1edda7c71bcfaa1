import { FormatConverter } from '../tools/format_converter/FormatConverter.tsx';

export default FormatConverter;

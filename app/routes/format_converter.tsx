import { FormatConverter } from '../tools/convert/FormatConverter.tsx';

export default FormatConverter;

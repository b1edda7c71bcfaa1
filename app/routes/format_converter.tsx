import { FormatConverter } from '../features/convert/FormatConverter.tsx';

export default FormatConverter;

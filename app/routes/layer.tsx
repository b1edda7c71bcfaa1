import { LayerCompositor } from '../tools/layer/LayerCompositor.tsx';

export default LayerCompositor;

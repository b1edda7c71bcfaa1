import { LayerCompositor } from '../features/layer/LayerCompositor.tsx';

export default LayerCompositor;

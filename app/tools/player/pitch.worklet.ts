// Registers the processor of the library when the audio thread loads this module.
import 'signalsmith-stretch';

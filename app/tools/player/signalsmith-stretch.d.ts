declare module 'signalsmith-stretch' {
  interface StretchChange {
    readonly active?: boolean;
    readonly semitones?: number;
    /** Frequency above which the shift becomes smaller, so that timbre stays natural; 0 for none. */
    readonly tonalityHz?: number;
  }

  export interface StretchNode extends AudioWorkletNode {
    /** Changes block lengths, and discards all audio in the node. */
    configure(config: object): Promise<void>;
    schedule(change: StretchChange): Promise<unknown>;
    /** Returns the delay in seconds. */
    latency(): Promise<number>;
  }

  interface CreateStretch {
    (context: AudioContext, options: AudioWorkletNodeOptions): Promise<StretchNode>;
    /** URL of this module, from which the audio thread loads the processor. */
    moduleUrl?: string;
  }

  const SignalsmithStretch: CreateStretch;
  export default SignalsmithStretch;
}

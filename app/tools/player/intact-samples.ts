import type {
  AudioSample,
  AudioSampleSink,
  EncodedPacket,
  EncodedPacketSink,
  VideoSample,
  VideoSampleSink,
} from 'mediabunny';
import { FudebakoError } from '#core/base/errors.ts';

/** A stretch of a track that can't be decoded, in seconds. `to` is undefined if nothing behind it can be decoded. */
export interface Damage {
  readonly from: number;
  readonly to: number | undefined;
}

interface IntactOptions {
  readonly sink: VideoSampleSink | AudioSampleSink;
  readonly packets: EncodedPacketSink;
  /** True if the container states all durations, so that a gap between samples is damage. */
  readonly hasDurations: boolean;
  /** Start in seconds. The first sample is the one that is shown or heard at this time. */
  readonly from: number;
  readonly onDamage: (damage: Damage) => void;
  /** Called while damage is searched, which may take seconds. */
  readonly onWork: () => void;
}

type Sample = VideoSample | AudioSample;
type Samples = AsyncGenerator<Sample | null, void, unknown>;

/** A key packet with the packets up to the next key packet, in the order of decoding. */
interface Group {
  readonly packets: readonly EncodedPacket[];
  readonly next: EncodedPacket | undefined;
}

/** Maximum packets of a group. Damage behind these packets counts as damage of the whole rest. */
const MAX_GROUP = 2000;

/** Number of damaged groups in a row after which twice as many groups are skipped each time. */
const PATIENCE = 8;

/** Seconds by which the timestamps of a packet and of its sample may differ: decoders count in microseconds. */
const TOLERANCE = 1e-4;

/** Seconds without a sample that count as damage. Some decoders skip damaged packets without an error. */
const MIN_GAP = 0.1;

const VERIFIED = { verifyKeyPackets: true } as const;
const FACTS = { metadataOnly: true } as const;

/**
 * Decodes the samples of a track. Where packets can't be decoded, returns all samples before them, and goes on with the
 * next key packet. mediabunny drops the samples that it has decoded ahead, so these are decoded again.
 */
export class IntactSamples {
  private samples: Samples;
  /** Timestamp of the last sample. */
  private last: number | undefined;
  /** End of the last sample. */
  private end = Number.POSITIVE_INFINITY;
  /** The next key frame after a damaged stretch, and the damage at which `samples` ended. */
  private behind: { readonly key: EncodedPacket | undefined; readonly damage: Damage | undefined } | undefined;
  private damagedGroups = 0;
  private hasEnded = false;

  constructor(private readonly options: IntactOptions) {
    this.samples = options.sink.samples(options.from);
  }

  /** Returns the next sample; undefined at the end. Throws the decoder's error if there is no sample at all. */
  async next(): Promise<Sample | undefined> {
    let cause: unknown;
    while (!this.hasEnded) {
      try {
        const { value, done } = await this.samples.next();
        if (value && !this.hasEnded) {
          const { timestamp } = value;
          if (this.options.hasDurations && timestamp > this.end + MIN_GAP)
            this.options.onDamage({ from: this.end, to: timestamp });
          this.last = timestamp;
          this.end = timestamp + value.duration;
          this.damagedGroups = 0;
          return value;
        }
        value?.close();
        if (!done || this.hasEnded) continue;
      } catch (error) {
        if (this.hasEnded) return undefined;
        if (!isDecodingError(error)) throw error;
        cause = error;
        if (!this.behind) {
          await this.findDamage(error);
          continue;
        }
      }
      if (!this.behind) {
        await this.noteMissingEnd();
        return undefined;
      }
      const { key, damage } = this.behind;
      this.behind = undefined;
      if (damage) this.options.onDamage(damage);
      if (!key && this.last === undefined && cause) throw damagedError(cause);
      if (!key) return undefined;
      this.samples = this.options.sink.samples(key.timestamp);
    }
    return undefined;
  }

  /** Reports the end of the track as damage if its packets are listed, but missing: the file is cut off. */
  private async noteMissingEnd(): Promise<void> {
    if (!this.options.hasDurations) return;
    const final = await this.options.packets.getPacket(Number.POSITIVE_INFINITY, FACTS);
    if (final && final.timestamp > this.end + MIN_GAP) this.options.onDamage({ from: this.end, to: undefined });
  }

  /** Stops decoding, even while `next` is pending. */
  async return(): Promise<void> {
    this.hasEnded = true;
    await this.samples.return();
  }

  /** Finds the packets before the damage, and the key packet behind it. Throws `mediaDamaged` if there is no packet. */
  private async findDamage(error: unknown): Promise<void> {
    const { packets, from, sink } = this.options;
    const key =
      (await packets.getKeyPacket(this.last ?? from, VERIFIED)) ?? (await packets.getFirstKeyPacket(VERIFIED));
    if (!key) throw damagedError(error);
    let group = await this.groupOf(key);
    const { last = Number.NEGATIVE_INFINITY } = this;
    // All samples of this group have been returned, so the damage is in the next group.
    if (group.next && group.packets.every(({ timestamp }) => timestamp <= last + TOLERANCE))
      group = await this.groupOf(group.next);
    const count = await this.countIntact(group.packets);
    const intact = group.packets.slice(0, count).map(({ timestamp }) => timestamp);
    const damaged = group.packets.slice(count).map(({ timestamp }) => timestamp);
    const wanted = intact.sort((a, b) => a - b).filter((timestamp) => timestamp > last + TOLERANCE);
    const first = this.last === undefined ? wanted.findLastIndex((timestamp) => timestamp <= from + TOLERANCE) : 0;
    const shown = wanted.slice(Math.max(0, first));
    // A stream that starts inside the damage starts with the last sample before it.
    const before =
      shown.length === 0 && this.last === undefined ? await packets.getPacket(key.timestamp - TOLERANCE) : null;
    this.samples = sink.samplesAtTimestamps(before ? [before.timestamp] : shown) as Samples;
    const next = damaged.length === 0 ? group.next : await this.keyBehind(group.next);
    const damage = damaged.length === 0 ? undefined : { from: Math.min(...damaged), to: next?.timestamp };
    this.behind = { key: next, damage };
  }

  private async groupOf(key: EncodedPacket): Promise<Group> {
    const packets = [key];
    let next = await this.options.packets.getNextPacket(key, FACTS);
    while (next && next.type !== 'key' && packets.length < MAX_GROUP && !this.hasEnded) {
      packets.push(next);
      next = await this.options.packets.getNextPacket(next, FACTS);
    }
    if (next && next.type !== 'key') next = await this.options.packets.getNextKeyPacket(next, VERIFIED);
    return { packets, next: next ?? undefined };
  }

  /** Counts the packets that can be decoded, in the order of decoding. */
  private async countIntact(packets: readonly EncodedPacket[]): Promise<number> {
    let [intact, damaged] = [0, packets.length + 1];
    while (damaged - intact > 1 && !this.hasEnded) {
      const middle = Math.floor((intact + damaged) / 2);
      if (await this.canDecode(packets[middle - 1] as EncodedPacket)) intact = middle;
      else damaged = middle;
      this.options.onWork();
    }
    return intact;
  }

  private async canDecode({ timestamp }: EncodedPacket): Promise<boolean> {
    try {
      (await this.options.sink.getSample(timestamp))?.close();
      return true;
    } catch (error) {
      if (isDecodingError(error)) return false;
      throw error;
    }
  }

  /** Skips more and more groups while all are damaged, because a track may have thousands. */
  private async keyBehind(next: EncodedPacket | undefined): Promise<EncodedPacket | undefined> {
    const groups = 2 ** Math.max(0, this.damagedGroups - PATIENCE);
    this.damagedGroups++;
    let key: EncodedPacket | null | undefined = next;
    for (let skipped = 1; skipped < groups && key; skipped++)
      key = await this.options.packets.getNextKeyPacket(key, VERIFIED);
    return key ?? undefined;
  }
}

const damagedError = (cause: unknown) => new FudebakoError('mediaDamaged', {}, { cause });

/** Names of the errors that decoders report for undecodable data (WebCodecs, 4.3 and 4.6). */
const isDecodingError = (error: unknown): boolean =>
  error instanceof DOMException && ['DataError', 'EncodingError'].includes(error.name);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUDIO_LOOKAHEAD_SECONDS } from '#app/tools/player/engine/player-audio.ts';
import { CHUNK_SECONDS, flush, stagePlayer, steadyFrames } from './stage.ts';

const last = <Item>(items: readonly Item[]): Item => items.at(-1) as Item;

describe('audio and video', () => {
  it.each([
    ['a sound card that is 0.3 % fast', { clockRate: 1.003, latency: 0.08 }],
    ['a sound card that is 0.3 % slow', { clockRate: 0.997, latency: 0.25 }],
  ])('stay within 45 ms of each other for five minutes on %s', async (_, card) => {
    const rate = 30;
    const { player, time, output, drawn } = stagePlayer(
      { frames: steadyFrames(rate, 300), duration: 300, audioUntil: 300 },
      card,
    );
    await player.open();
    void player.play();
    await flush();
    let worst = 0;
    let compared = 0;
    for (let second = 0; second < 295 * 4; second++) {
      await time.advance(0.2537);
      const audible = output.audible;
      if (audible === undefined) continue;
      compared++;
      // The audio time must lie in the display interval of the drawn frame; otherwise the frame is early or late.
      const { timestamp } = last(drawn);
      worst = Math.max(worst, timestamp - audible, audible - (timestamp + 1 / rate));
    }
    expect(compared).toBeGreaterThan(1100);
    expect(worst).toBeLessThan(0.045);
    expect(player.state.droppedFrames).toBe(0);
  });

  it('have the audio scheduled about 0.4 s ahead, without gaps, and never late', async () => {
    const { player, time, output } = stagePlayer({ frames: steadyFrames(25, 10), duration: 10, audioUntil: 10 });
    await player.open();
    void player.play();
    await time.advance(5);
    const { heard } = output;
    const ahead = heard.slice(1).map(({ when, handedAt }) => when - handedAt);
    expect(Math.max(...ahead)).toBeLessThanOrEqual(0.4);
    expect(Math.min(...ahead.slice(25))).toBeGreaterThan(AUDIO_LOOKAHEAD_SECONDS - 0.1);
    heard.slice(1).forEach(({ when }, index) => {
      expect(when).toBeCloseTo((heard[index]?.when ?? 0) + CHUNK_SECONDS, 9);
    });
  });

  it('follow the system clock if there is no audio', async () => {
    const { player, time, drawn } = stagePlayer({ frames: [0, 0.325, 0.358, 0.4], duration: 0.5 });
    await player.open();
    void player.play();
    await time.advance(0.36);
    expect(last(drawn).timestamp).toBe(0.325);
    await time.advance(0.04);
    expect(last(drawn).timestamp).toBe(0.358);
    expect(drawn.find(({ timestamp }) => timestamp === 0.325)?.at).toBeCloseTo(0.345, 2);
  });

  it('change speed together', async () => {
    const { player, time, output } = stagePlayer({ frames: steadyFrames(50, 20), duration: 20, audioUntil: 20 });
    await player.open();
    void player.play();
    await time.advance(1);
    await player.setSpeed(2);
    const before = player.state.position;
    await time.advance(3);
    expect(player.state.position - before).toBeCloseTo(6, 1);
    expect(output.audible).toBeCloseTo(player.state.position, 6);
    expect(last(output.heard).rate).toBe(2);
    expect(output.prepared).toEqual({ rate: 2, keepsPitch: true });
    await player.setKeepsPitch(false);
    expect(output.prepared).toEqual({ rate: 2, keepsPitch: false });
    await time.advance(1);
    expect(output.audible).toBeCloseTo(player.state.position, 6);
    expect(player.state.droppedFrames).toBe(0);
  });
});

describe('seeking', () => {
  it('shows the frame whose interval contains the time, wherever frames start', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
        async (gaps, moments) => {
          const frames = [0];
          for (const gap of gaps) frames.push(last(frames) + gap / 1000);
          const duration = (last(frames) ?? 0) + 0.04;
          const { player, drawn, open } = stagePlayer({ frames, duration });
          await player.open();
          for (const moment of moments) {
            await player.seek(moment * duration);
            expect(last(drawn).timestamp).toBe(frames.findLast((start) => start <= moment * duration));
            expect(player.state.position).toBe(moment * duration);
          }
          player.dispose();
          expect(open).toEqual({ frames: 0, streams: 0, media: 0 });
        },
      ),
      { seed: 8, numRuns: 100 },
    );
  });

  it('uses the newest of fifty quick seeks, and closes all frames', async () => {
    const { player, time, drawn, open, opened } = stagePlayer({
      frames: steadyFrames(30, 60),
      duration: 60,
      decodeSeconds: () => 0.005,
    });
    const opening = player.open();
    await time.advance(0.1);
    await opening;
    const seeks = Array.from({ length: 50 }, (_, index) => player.seek(1 + ((index * 37) % 50)));
    await time.advance(2);
    await Promise.all(seeks);
    expect(last(drawn).timestamp).toBe(1 + ((49 * 37) % 50));
    // The video is opened at most three times: at the start, for the first seek and for the newest seek.
    expect(opened.length).toBeLessThanOrEqual(3);
    player.dispose();
    await time.advance(1);
    expect(open).toEqual({ frames: 0, streams: 0, media: 0 });
    expect(time.pending).toBe(0);
  });

  it('continues playing from the new time, with audio', async () => {
    const { player, time, output } = stagePlayer({ frames: steadyFrames(25, 60), duration: 60, audioUntil: 60 });
    await player.open();
    void player.play();
    await time.advance(1);
    void player.seek(30.013);
    await time.advance(1);
    expect(player.state.playing).toBe(true);
    expect(player.state.position).toBeCloseTo(31, 1);
    expect(output.audible).toBeCloseTo(player.state.position, 6);
    const first = output.heard.find(({ chunk }) => chunk.timestamp > 29 && !Number.isNaN(chunk.timestamp));
    expect((first?.chunk.timestamp ?? 0) + (first?.offset ?? 0)).toBeCloseTo(30.013, 6);
  });

  it('steps by single frames in both directions and stops at the ends', async () => {
    const frames = [0, 0.325, 0.358, 0.4];
    const { player, drawn } = stagePlayer({ frames, duration: 0.5 });
    await player.open();
    const stepped = async (by: number) => {
      await player.step(by);
      return [last(drawn).timestamp, player.state.position];
    };
    expect(await stepped(1)).toEqual([0.325, 0.325]);
    expect(await stepped(2)).toEqual([0.4, 0.4]);
    expect(await stepped(1)).toEqual([0.4, 0.4]);
    expect(await stepped(-1)).toEqual([0.358, 0.358]);
    expect(await stepped(-2)).toEqual([0, 0]);
    expect(await stepped(-1)).toEqual([0, 0]);
  });
});

describe('the end of a video', () => {
  it('stops playback, which starts again from the beginning', async () => {
    const { player, time, output, drawn } = stagePlayer({ frames: steadyFrames(25, 1), duration: 1, audioUntil: 1 });
    await player.open();
    void player.play();
    await time.advance(2);
    expect(player.state).toMatchObject({ playing: false, position: 1, frameTimestamp: 0.96 });
    expect(output.running).toBe(false);
    void player.play();
    await time.advance(0.5);
    expect(player.state.playing).toBe(true);
    expect(last(drawn).timestamp).toBeCloseTo(0.44, 1);
  });

  it('waits for audio that is longer than the video', async () => {
    const { player, time } = stagePlayer({ frames: steadyFrames(25, 1), duration: 3, audioUntil: 3 });
    await player.open();
    void player.play();
    await time.advance(2.5);
    expect(player.state).toMatchObject({ playing: true, frameTimestamp: 0.96 });
    await time.advance(1);
    expect(player.state).toMatchObject({ playing: false, position: 3 });
  });

  it('shows the last frame, even if the last frames are late', async () => {
    const { player, time, drawn, open } = stagePlayer({
      frames: steadyFrames(25, 1),
      duration: 1,
      audioUntil: 1,
      decodeSeconds: (index) => (index > 15 ? 0.1 : 0),
    });
    await player.open();
    void player.play();
    await time.advance(3);
    expect(player.state).toMatchObject({ playing: false, position: 1 });
    expect(last(drawn).timestamp).toBe(0.96);
    player.dispose();
    await flush();
    expect(open).toEqual({ frames: 0, streams: 0, media: 0 });
  });

  it('comes after all frames, even if the page stalls until then', async () => {
    const { player, time, drawn } = stagePlayer({ frames: steadyFrames(25, 3), duration: 3 });
    await player.open();
    void player.play();
    await time.advance(1);
    time.stall(4);
    await time.advance(2.5);
    expect(player.state).toMatchObject({ playing: false, position: 3 });
    const shown = drawn.map(({ timestamp }) => timestamp).filter((timestamp) => timestamp > 1);
    expect(shown.length).toBeGreaterThan(40);
  });

  it('is after the last frame if the file states no duration', async () => {
    const { player, time } = stagePlayer({ frames: steadyFrames(25, 2), duration: Infinity });
    await player.open();
    void player.play();
    await time.advance(3);
    expect(player.state.playing).toBe(false);
    expect(player.state.position).toBeCloseTo(2, 9);
  });
});

describe('volume', () => {
  it('is 0 while muted and restored after', async () => {
    const { player, output } = stagePlayer({ frames: [0], duration: 1, audioUntil: 1 }, { volume: 0.42 });
    await player.open();
    await player.play();
    expect(output.gain).toBe(0.42);
    player.setVolume(0.42, true);
    expect(output.gain).toBe(0);
    player.setVolume(0.42, false);
    expect(output.gain).toBe(0.42);
  });

  it('starts muted if it was muted before', async () => {
    const { player, output } = stagePlayer({ frames: [0], duration: 1, audioUntil: 1 }, { volume: 0.8, muted: true });
    await player.open();
    await player.play();
    expect(output.gain).toBe(0);
  });
});

describe('slow or broken playback', () => {
  it('drops late frames, counts them, and stays in sync with the audio', async () => {
    const stallAt = 60;
    const { player, time, output, drawn, open } = stagePlayer({
      frames: steadyFrames(50, 10),
      duration: 10,
      audioUntil: 10,
      decodeSeconds: (index) => (index === stallAt ? 0.3 : 0),
    });
    const opening = player.open();
    await opening;
    void player.play();
    await time.advance(4);
    expect(player.state.droppedFrames).toBeGreaterThan(5);
    expect(player.state.droppedFrames).toBeLessThan(20);
    expect(Math.abs(last(drawn).timestamp - (output.audible as number))).toBeLessThan(0.045);
    player.dispose();
    expect(open).toEqual({ frames: 0, streams: 0, media: 0 });
  });

  it('pauses the audio until a missing frame arrives', async () => {
    const { player, time, output } = stagePlayer({
      frames: steadyFrames(25, 10),
      duration: 10,
      audioUntil: 10,
      decodeSeconds: (index) => (index === 50 ? 3 : 0),
    });
    await player.open();
    void player.play();
    await time.advance(4);
    expect(output.audible).toBeUndefined();
    expect(player.state).toMatchObject({ playing: true, frameTimestamp: 1.96 });
    await time.advance(2);
    expect(output.audible).toBeCloseTo(player.state.position, 6);
    expect(player.state.position - (player.state.frameTimestamp ?? 0)).toBeLessThan(0.045);
  });

  it('reports a video that cannot be opened, and releases everything', async () => {
    const { player, errors, open, states } = stagePlayer({
      frames: steadyFrames(25, 10),
      duration: 10,
      failAt: () => new Error('bits are missing'),
    });
    await player.open();
    expect(errors.map(({ code, data }) => [code, data.detail])).toEqual([['videoPlayback', 'bits are missing']]);
    expect(open).toEqual({ frames: 0, streams: 0, media: 0 });
    const before = states.length;
    await player.play();
    await player.seek(1);
    expect(states.length).toBe(before);
  });

  it('reports a seek that fails, stays at the displayed frame, and seeks elsewhere', async () => {
    const { player, time, errors, drawn } = stagePlayer({
      frames: steadyFrames(25, 10),
      duration: 10,
      failAt: (from) => (from === 5 ? new Error('bits are missing') : undefined),
    });
    await player.open();
    await player.seek(2);
    await player.seek(5);
    expect(errors.map(({ code, data }) => [code, data.detail])).toEqual([['videoSeek', 'bits are missing']]);
    expect(player.state).toMatchObject({ playing: false, frameTimestamp: 2 });
    await player.seek(7);
    expect(last(drawn).timestamp).toBe(7);
    void player.play();
    await time.advance(1.01);
    expect(last(drawn).timestamp).toBeGreaterThan(7.9);
    expect(errors).toHaveLength(1);
  });

  it('stops at the last frame before a failure of the decoder, and plays again from there', async () => {
    const failures = [new Error('bits are missing')];
    const { player, time, errors, drawn, open } = stagePlayer({
      frames: steadyFrames(25, 10),
      duration: 10,
      failAt: (_, index) => (index === 40 ? failures.pop() : undefined),
    });
    await player.open();
    void player.play();
    await time.advance(3);
    expect(errors.map(({ code }) => code)).toEqual(['videoPlayback']);
    expect(player.state.playing).toBe(false);
    expect(player.state.position - last(drawn).timestamp).toBeLessThan(0.2);
    expect(time.pending).toBe(0);
    void player.play();
    await time.advance(2);
    expect(last(drawn).timestamp).toBeGreaterThan(3);
    player.dispose();
    expect(open).toEqual({ frames: 0, streams: 0, media: 0 });
  });

  it('continues in silence when the audio fails', async () => {
    const { player, time, errors, drawn } = stagePlayer({
      frames: steadyFrames(25, 10),
      duration: 10,
      audioUntil: 10,
      audioFails: new Error('no such codec'),
    });
    await player.open();
    void player.play();
    await time.advance(2);
    expect(errors.map(({ code, data }) => [code, data.detail])).toEqual([['audioPlayback', 'no such codec']]);
    expect(last(drawn).timestamp).toBeCloseTo(1.96, 1);
  });
});

describe('leaving the player', () => {
  it('while playing closes everything and calls no listener', async () => {
    const { player, time, output, open, states, drawn } = stagePlayer({
      frames: steadyFrames(25, 10),
      duration: 10,
      audioUntil: 10,
      decodeSeconds: () => 0.001,
    });
    const opening = player.open();
    await time.advance(0.1);
    await opening;
    void player.play();
    await time.advance(1);
    void player.seek(5);
    player.dispose();
    const before = [states.length, drawn.length];
    await time.advance(5);
    expect([states.length, drawn.length]).toEqual(before);
    expect(open).toEqual({ frames: 0, streams: 0, media: 0 });
    expect(output.closed).toBe(true);
    expect(output.heard.filter(({ stopped, when }) => !stopped && when > 1.2)).toEqual([]);
    expect(time.pending).toBe(0);
  });
});

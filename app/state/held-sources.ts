import { pictureWorker } from '../platform/picture-worker.ts';

/** The sources that a session has added to the picture worker: those on the stage, and those that an undo step refers to. */
export class HeldSources {
  private readonly ids = new Set<string>();

  /** Takes over a source that was added. A source that is opened again is counted once. */
  add(id: string): void {
    if (this.ids.has(id)) void pictureWorker.removeSource(id);
    this.ids.add(id);
  }

  /** Removes the sources that nothing refers to any more. */
  keepOnly(ids: Iterable<string>): void {
    const kept = new Set(ids);
    for (const id of this.ids) {
      if (kept.has(id)) continue;
      this.ids.delete(id);
      void pictureWorker.removeSource(id);
    }
  }
}

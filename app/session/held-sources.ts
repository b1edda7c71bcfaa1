import { pictureWorker } from '../workers/picture-worker.ts';

/** Sources that a session has added to the image worker: on the stage, or needed by undo. */
export class HeldSources {
  private readonly ids = new Set<string>();

  /** Takes over an added source. A reopened source counts once. */
  add(id: string): void {
    if (this.ids.has(id)) void pictureWorker.removeSource(id);
    this.ids.add(id);
  }

  /** Removes all sources except the given ones. */
  retainOnly(ids: Iterable<string>): void {
    const wanted = new Set(ids);
    for (const id of this.ids) {
      if (wanted.has(id)) continue;
      this.ids.delete(id);
      void pictureWorker.removeSource(id);
    }
  }
}

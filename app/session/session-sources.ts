import { pictureWorker } from '../workers/picture-worker.ts';

/** Opened files (sources) that a session keeps in the image worker, because the stage shows them or undo needs them. */
export class SessionSources {
  private readonly ids = new Set<string>();

  /** Registers a source. A source that opens again counts once. */
  add(id: string): void {
    if (this.ids.has(id)) void pictureWorker.removeSource(id);
    this.ids.add(id);
  }

  /** Removes all sources from the image worker except the given ones. */
  retainOnly(ids: Iterable<string>): void {
    const wanted = new Set(ids);
    for (const id of this.ids) {
      if (wanted.has(id)) continue;
      this.ids.delete(id);
      void pictureWorker.removeSource(id);
    }
  }
}

import { pictureWorker } from '../workers/picture-worker.ts';

/** Opened image files of a session that the image worker holds, because they are displayed or undo needs them. */
export class SessionSources {
  private readonly ids = new Set<string>();

  /** Registers an opened file. A file that is opened again counts once. */
  add(id: string): void {
    if (this.ids.has(id)) void pictureWorker.removeSource(id);
    this.ids.add(id);
  }

  /** Removes all files from the image worker, except the given files. */
  retainOnly(ids: Iterable<string>): void {
    const wanted = new Set(ids);
    for (const id of this.ids) {
      if (wanted.has(id)) continue;
      this.ids.delete(id);
      void pictureWorker.removeSource(id);
    }
  }
}

import { pictureWorker } from '../workers/picture-worker.ts';

/** Opened image files of a session that the image worker holds, because they are displayed or undo needs them. */
export class SessionSources {
  private readonly ids = new Set<string>();

  add(id: string): void {
    if (this.ids.has(id)) void pictureWorker.removeSource(id);
    this.ids.add(id);
  }

  retainOnly(ids: Iterable<string>): void {
    const wanted = new Set(ids);
    for (const id of this.ids) {
      if (wanted.has(id)) continue;
      this.ids.delete(id);
      void pictureWorker.removeSource(id);
    }
  }
}

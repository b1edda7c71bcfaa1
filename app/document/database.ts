/** A key-value database whose answers may be late, or errors. */
export interface Database {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

export const documentKey = (slot: number, key: string): string => `${slot}/document/${key}`;
export const fileKey = (slot: number, id: string): string => `${slot}/file/${id}`;

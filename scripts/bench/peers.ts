/**
 * The programs that ours is measured against, by name: how each is loaded. One that is not
 * installed fails to load, and is left out.
 */
const loaders = {
  sharp: async () => (await import('sharp')).default,
  jimp: async () => (await import('jimp')).Jimp,
} as const;

export type PeerName = keyof typeof loaders;
export type Peer<Name extends PeerName> = Awaited<ReturnType<(typeof loaders)[Name]>>;
export type Peers = { readonly [Name in PeerName]?: Peer<Name> };

export interface LoadedPeers {
  readonly peers: Peers;
  /** Those that are not installed. */
  readonly missing: readonly PeerName[];
}

export async function loadPeers(): Promise<LoadedPeers> {
  const peers: Record<string, unknown> = {};
  const missing: PeerName[] = [];
  for (const [name, load] of Object.entries(loaders) as [PeerName, () => Promise<unknown>][]) {
    try {
      peers[name] = await load();
    } catch {
      missing.push(name);
    }
  }
  return { peers, missing };
}

import { createPartName } from '#scripts/platform/part-names.ts';

/** A process ID that can't exist, because the maximum on Linux is 4,194,304. */
const NO_PROCESS = (2 ** 30).toString(36);

const OWNER = /\.([0-9a-f]{8})-([0-9a-z]+)-([0-9a-z]+)-([0-9a-f]+)\.part$/;

/** Returns the name of a part file (an incomplete result) that belongs to another process on this machine. */
export const partNameOf = (
  name: string,
  { host, pid, start }: { readonly host?: string; readonly pid?: number; readonly start?: string },
): string =>
  createPartName(name).replace(
    OWNER,
    (_, ownHost, ownPid, ownStart, random) =>
      `.${[host ?? ownHost, pid?.toString(36) ?? ownPid, start ?? ownStart, random].join('-')}.part`,
  );

/** Returns the name of a part file whose process has ended. */
export const deadPartName = (name: string): string =>
  createPartName(name).replace(OWNER, `.$1-${NO_PROCESS}-$3-$4.part`);

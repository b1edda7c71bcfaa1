import { replace } from '@remix-run/react';
import { firstScreen } from '../shell/screens.ts';

/** An address that nobody knows leads to a tool, not to a dead end. */
export const clientLoader = () => replace(firstScreen('editor'));

export default function Unknown() {
  return null;
}

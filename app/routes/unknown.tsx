import { replace } from '@remix-run/react';
import { firstScreen } from '../shell/screens.ts';

export const clientLoader = () => replace(firstScreen('editor'));

export default function Unknown() {
  return null;
}

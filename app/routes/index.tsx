import { replace } from '@remix-run/react';

export const clientLoader = () => replace('/home');

export default function Index() {
  return null;
}

import type { ReactNode } from 'react';
import { Beside } from '#client/ui/Page.tsx';
import { Picture } from '#client/ui/Picture.tsx';

/** A form of the account, and on a wide screen beside it a picture of the app that opens everything it unlocks. */
export function BesideTheApp({ children }: { children: ReactNode }) {
  return <Beside picture={<Picture crops={[{ art: 'app', sizes: '24rem' }]} alt="" />}>{children}</Beside>;
}

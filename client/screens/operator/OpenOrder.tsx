import { ButtonLink } from '#client/ui/Button.tsx';
import { orderAddress } from './sections.ts';

/** The link to an order, among others of its kind. @param id its checkout session */
export function OpenOrder({ id }: { id: string }) {
  return (
    <ButtonLink variant="quiet" href={orderAddress(id)} label={`Open the order, ${id}`}>
      Open the order
    </ButtonLink>
  );
}

import { CheckBox } from '#client/ui/CheckBox.tsx';
import { chooseGift, useGiftChoice } from './gift-choice.ts';

/**
 * The check box "this is a gift" before paying; nothing else needs to be filled in. Who has paid for it is known by a cookie, or
 * by their account.
 */
export function GiftChoice({ several }: { several: boolean }) {
  const isGift = useGiftChoice();
  return (
    <CheckBox
      label="This is a gift"
      checked={isGift}
      onChange={chooseGift}
      hint={
        isGift
          ? `You pay, and the receipt comes to you. Then you write the card, and say to whom and when. ${several ? 'Everything in the cart is one gift; buy what is for you separately.' : 'Nothing is unlocked for you.'}${navigator.cookieEnabled ? '' : ' Your browser refuses our cookie: to write the card you will need an account with the address of the receipt.'}`
          : 'For somebody else? They never see the price.'
      }
    />
  );
}

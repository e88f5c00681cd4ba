/**
 * In milliseconds. A second press so soon after one that changed the cart is part of it: a double tap, a trembling hand, a
 * key held down. By then something else stands under the finger.
 */
export const samePress = 700;

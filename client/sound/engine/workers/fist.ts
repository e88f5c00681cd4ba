import { sources } from '../../synth/worlds/fist.ts';
import { serveOrders } from '../serve-orders.ts';

serveOrders('fist', sources);

import { sources } from '../../synth/worlds/mace.ts';
import { serveOrders } from '../serve-orders.ts';

serveOrders('mace', sources);

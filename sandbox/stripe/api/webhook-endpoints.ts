import { z } from 'zod';
import type { WebhookEndpoints } from '../webhook-endpoints.ts';
import type { Endpoints } from '../wire/api.ts';
import { noSuch } from '../wire/errors.ts';
import { pageOf } from '../wire/lists.ts';
import * as is from '../wire/parameters.ts';

const onlyExpand = z.strictObject(is.expansion);
const changeable = {
  ...is.expansion,
  description: is.text().optional(),
  metadata: is.metadata().optional(),
};
const createParameters = z.strictObject({
  ...changeable,
  url: is.url(),
  enabled_events: is.list(is.text()),
  api_version: is.text().optional(),
});
const updateParameters = z.strictObject({
  ...changeable,
  url: is.url().optional(),
  enabled_events: is.list(is.text()).optional(),
  disabled: is.boolean().optional(),
});
const listParameters = z.strictObject(is.pagination);

/** Calls on webhook endpoints (docs.stripe.com/api/webhook_endpoints). */
export function webhookEndpointEndpoints(endpoints: WebhookEndpoints): Endpoints {
  return {
    'POST /webhook_endpoints': ({ parameters }) => {
      const { expand: _, ...given } = is.read(createParameters, parameters);
      return endpoints.create(given);
    },
    'GET /webhook_endpoints': ({ parameters }) => {
      const wanted = is.read(listParameters, parameters);
      const list = endpoints.list().reverse();
      const exists = (id: string): boolean => list.some((endpoint) => endpoint.id === id);
      return pageOf('/v1/webhook_endpoints', 'webhook endpoint', list, wanted, exists);
    },
    'GET /webhook_endpoints/:id': ({ id, parameters }) => {
      is.read(onlyExpand, parameters);
      return endpoints.find(id);
    },
    'POST /webhook_endpoints/:id': ({ id, parameters }) => {
      const { expand: _, ...changes } = is.read(updateParameters, parameters);
      return endpoints.update(id, changes);
    },
    'DELETE /webhook_endpoints/:id': ({ id }) => {
      if (!endpoints.list().some((endpoint) => endpoint.id === id))
        throw noSuch('webhook endpoint', id, 'id');
      endpoints.remove(id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  };
}

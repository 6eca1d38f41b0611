import type { Need } from './need.js'

export const webhooks = {
  'read webhooks': { reads: ['webhooks', 'messages of webhooks', 'deliveries of webhooks'] },
  'manage webhooks': {
    reads: ['webhooks', 'secrets key', 'events', 'campaigns', 'messages of webhooks', 'deliveries of webhooks'],
    writes: ['webhooks', 'secrets key', 'messages of webhooks', 'deliveries of webhooks'],
    deletes: ['webhooks'],
  },
  /** Whether some webhook hears of a change. */
  'hear of changes': { reads: ['webhooks', 'events', 'campaigns', 'tags'] },
  'collect messages': {
    reads: ['webhooks', 'events', 'campaigns', 'people', 'tags', 'waiting lists', 'link keys', 'messages of webhooks'],
    writes: ['messages of webhooks'],
  },
  'send messages': {
    // People who may change a webhook get an email when it is disabled.
    reads: ['webhooks', 'secrets key', 'messages of webhooks', 'deliveries of webhooks', 'owners', 'people'],
    writes: ['webhooks', 'deliveries of webhooks', 'emails'],
    deletes: ['deliveries of webhooks'],
  },
} satisfies Record<string, Need>

/* Names of version 1 for fields that several resources have. */

export const dated = { created_date: 'created_at', modified_date: 'modified_at' }

export const sponsorNames = { title: 'summary', browser_url: 'url' }

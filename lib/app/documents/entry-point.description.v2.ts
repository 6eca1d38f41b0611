import { count, string } from '../../fields/json-schema.js'

/** Fields of the entry point of version 2 besides the welcome. */
export const entryPointFields = {
  max_page_size: count('The largest `per_page`', 1),
  vendor_name: string('The maker of the software'),
  product_name: string('The name of the software'),
  osdi_version: string('The version of OSDI that it follows'),
  namespace: string('The prefix of fields, relations and identifiers that are not of OSDI'),
}

import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Fault } from '../../runtime/errors.js'
import { IMAGE_TYPES, readImage } from '../../images/image.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { type FormState, NO_FAULTS, textsIn } from '../../manage/page/form.js'

/** Image types for the browser's file dialog. */
export const ACCEPTED_IMAGES = Object.values(IMAGE_TYPES).join()

/** A request of Lambda holds 6 MB in base64, with the rest of the form. */
export const MOST_BYTES = 4_000_000

/** A picture of more pixels is a trap for the browsers that show it. */
const MOST_PIXELS = 50_000_000

/**
 * Reads the form of an event as it was sent, and keeps the banner that it has brought: the address of the banner is in
 * the values then, so that a form which is shown again has it.
 */
export const readWithBanner = (
  c: Context<ManageEnv>,
  dependencies: Pick<ManageDependencies, 'images' | 'site'>,
): Promise<FormState> => readWithImage(c, dependencies, { file: 'banner', address: 'featured_image_url' })

/** The same of any form with an image. @param names of the field of the file, and of the one of its address */
export async function readWithImage(
  c: Context<ManageEnv>,
  { images, site }: Pick<ManageDependencies, 'images' | 'site'>,
  names: { file: string; address: string },
): Promise<FormState> {
  const body = await c.req.parseBody()
  const values = textsIn(body)
  const file = body[names.file]
  if (!(file instanceof File) || file.size === 0) return { values, faults: NO_FAULTS }
  const image = file.size > MOST_BYTES ? undefined : readImage(new Uint8Array(await file.arrayBuffer()))
  if (!image || image.width * image.height > MOST_PIXELS) return { values, faults: [notAnImage(names.file)] }
  const name = `${randomUUID()}.${image.type}`
  await images.put(name, image.bytes)
  return { values: { ...values, [names.address]: `${site.publicUrl}/images/${name}` }, faults: NO_FAULTS }
}

const notAnImage = (field: string): Fault => ({
  error_code: 'malformed',
  description: 'The file is no image that can be shown',
  properties: [field],
})

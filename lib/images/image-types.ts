/** The types of images that are taken, by what the names of their files end with. */
export const IMAGE_TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
export type ImageType = keyof typeof IMAGE_TYPES

import { globSync } from 'node:fs'
import { type LayerFile, PROJECT, exporting, fileOf, takenFrom } from './layer.js'

const name = 'nodemailer.js'

const MODULES = ['nodemailer', 'nodemailer/lib/mail-composer']

/** Texts of mails, one file a language. They import nothing. */
export const TEXTS_OF_MAILS = /^\.\/lib\/mail\/texts\/[a-z]{2}\.ts$/
const TEXTS = globSync('lib/mail/texts/*.ts', { cwd: PROJECT })
  .map((file) => `./${file}`)
  .filter((file) => TEXTS_OF_MAILS.test(file))

/**
 * The code that composes mails and speaks SMTP is as large as the rest of the functions that send mail. It is in the
 * layer, with the texts of mails: with them, their zips would exceed 150 KB.
 */
export const mail: LayerFile = {
  name,
  source: exporting([...MODULES, ...TEXTS]),
  fromLayer: takenFrom(name, /^nodemailer(\/|$)|^\.\/[a-z]{2}\.js$/, (args) => {
    // The layer itself.
    if (args.kind === 'require-call') return undefined
    if (MODULES.includes(args.path)) return args.path
    if (args.path.startsWith('nodemailer')) throw new Error(`infra/package/layer/mail.ts does not list ${args.path}`)
    const file = `./${fileOf(args)}`
    return TEXTS.includes(file) ? file : undefined
  }),
}

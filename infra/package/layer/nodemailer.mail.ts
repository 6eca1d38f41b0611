import { type LayerFile, exporting, fileOf, takenFrom } from './layer.js'

const name = 'nodemailer.js'

const MODULES = ['nodemailer', 'nodemailer/lib/mail-composer', 'qr']

const TEXTS = './lib/mail/texts.ts'

/** The module that draws the code of a pass. Pages that show one bring their own. */
const PASS = '/lib/mail/sending/pass.ts'

/**
 * The code that composes mails and speaks SMTP is as large as the rest of the functions that send mail. It is in the
 * layer, with the texts of emails and the codes of passes: with them, their zips would exceed 150 KB.
 */
export const mail: LayerFile = {
  name,
  source: exporting([...MODULES, TEXTS]),
  fromLayer: takenFrom(name, /^(nodemailer(\/|$)|qr$)|\/texts\.js$/, (args) => {
    // The layer itself.
    if (args.kind === 'require-call') return undefined
    if (args.path === 'qr' && !args.importer.endsWith(PASS)) return undefined
    if (MODULES.includes(args.path)) return args.path
    if (args.path.startsWith('nodemailer'))
      throw new Error(`infra/package/layer/nodemailer.mail.ts does not list ${args.path}`)
    return `./${fileOf(args)}` === TEXTS ? TEXTS : undefined
  }),
}

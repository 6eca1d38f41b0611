import { relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/*
 * The code that composes mails and speaks SMTP is as large as the rest of the functions that send mail. It is in the
 * layer of the explorer, with the texts of mails: with them, their zips would exceed 150 KB.
 */

const PROJECT = resolve(import.meta.dirname, '../..')

/** The file in the layer. It exports each module by its name. */
export const MAIL_FILE = 'nodemailer.js'

const MODULES = ['nodemailer', 'nodemailer/lib/mail-composer']

/** Texts of mails, by their files in the project. They import nothing. */
const TEXTS = ['ar', 'en', 'es'].map((language) => `./lib/messages/mail/${language}.ts`)

/** The source of the file in the layer. */
export const mailLayer = {
  contents: `module.exports = {${[...MODULES, ...TEXTS].map((name) => `get '${name}'() { return require('${name}') }`).join()}}`,
  resolveDir: PROJECT,
}

/** Takes the modules from the layer, where a function imports them. */
export const mailFromLayer: Plugin = {
  name: 'mail-from-layer',
  setup(build) {
    build.onResolve({ filter: /^nodemailer(\/|$)/ }, ({ path, kind }) => {
      // The layer itself.
      if (kind === 'require-call') return undefined
      if (!MODULES.includes(path)) throw new Error(`infra/package/mail.ts does not list ${path}`)
      return { path, namespace: 'mail' }
    })
    build.onResolve({ filter: /^\.\/(ar|en|es)\.js$/ }, ({ path, resolveDir }) => {
      const file = `./${relative(PROJECT, resolve(resolveDir, path)).replace(/\.js$/, '.ts')}`
      return TEXTS.includes(file) ? { path: file, namespace: 'mail' } : undefined
    })
    build.onLoad({ filter: /./, namespace: 'mail' }, ({ path }) => ({
      contents: `
        const { dirname, resolve } = require('node:path')
        const { environment } = require('${PROJECT}/lib/environment.ts')
        module.exports = require(resolve(dirname(environment().explorerFile), '${MAIL_FILE}'))['${path}']`,
      resolveDir: PROJECT,
    }))
  },
}

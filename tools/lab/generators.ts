import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { demo } from '../../local/demo.js'
import { documented } from './documented.js'
import { pythonIn, run } from './python.js'
import { CACHE, nodeWith } from './packages.js'
import { startLabServer } from './server.js'
import { LeftOut, runClients } from './table.js'

/*
 * Makes clients of the OpenAPI document with released generators, compiles them, and lets each create an event and list
 * events on a local server; some record an RSVP. The lines of docs/api/generated-clients.md run as they are. It needs
 * Java with Maven, Go, Ruby, PHP and Python.
 */

const OPENAPI_GENERATOR = '7.14.0'
const OAPI_CODEGEN = 'v2.8.2'
const OPENAPI_PYTHON_CLIENT = '0.29.1'
const OGEN = 'v1.24.0'
const TYPESCRIPT_CODEGEN = '0.31.0'
/** The compiler of Kotlin that Maven fetches. */
const KOTLIN = '2.2.0'

const PROGRAMS = resolve(import.meta.dirname, 'generators')

/** The input of a generator: a folder of its own, the document, and the arguments of the programs. */
interface Work {
  folder: string
  document: string
  target: [url: string, key: string]
}

interface Generator {
  name: string
  /** Programs that must be on the PATH. */
  needs: string[]
  /** @throws Error what hindered it */
  use: (work: Work) => Promise<void>
}

const generators: Generator[] = [
  {
    name: `openapi-generator ${OPENAPI_GENERATOR}, Python`,
    needs: ['java', 'mvn', 'python3'],
    use: generatedPython,
  },
  { name: `openapi-generator ${OPENAPI_GENERATOR}, Go`, needs: ['java', 'mvn', 'go'], use: generatedGo },
  { name: `openapi-generator ${OPENAPI_GENERATOR}, Java`, needs: ['java', 'mvn'], use: generatedJava },
  {
    name: `openapi-generator ${OPENAPI_GENERATOR}, Ruby`,
    needs: ['java', 'mvn', 'ruby'],
    use: generatedRuby,
  },
  { name: `openapi-generator ${OPENAPI_GENERATOR}, PHP`, needs: ['java', 'mvn', 'php'], use: generatedPhp },
  { name: `openapi-generator ${OPENAPI_GENERATOR}, Kotlin`, needs: ['java', 'mvn'], use: generatedKotlin },
  {
    name: `openapi-generator ${OPENAPI_GENERATOR}, C#`,
    needs: ['java', 'mvn', 'dotnet'],
    use: compiledAlone,
  },
  { name: `oapi-codegen ${OAPI_CODEGEN}`, needs: ['go'], use: oapiCodegen },
  {
    name: `openapi-python-client ${OPENAPI_PYTHON_CLIENT}`,
    needs: ['python3'],
    use: openapiPythonClient,
  },
  { name: 'openapi-typescript 7', needs: [], use: openapiTypescript },
  { name: `openapi-typescript-codegen ${TYPESCRIPT_CODEGEN}`, needs: [], use: openapiTypescriptCodegen },
  { name: `ogen ${OGEN}`, needs: ['go'], use: ogen },
]

async function generatedPython({ folder, document, target }: Work) {
  await generate('python', document, `${folder}/client`)
  const { python, install } = await pythonIn(folder)
  await install(`${folder}/client`)
  await run(python, [`${PROGRAMS}/openapi_generator.py`, ...target], { cwd: folder })
  const [code] = await documented('python', target)
  await run(python, ['-c', `${code}assert event.title == "Rally"`], { cwd: folder })
}

async function generatedGo({ folder, document, target }: Work) {
  await generate('go', document, `${folder}/turnout`)
  // Its tests and its module are for a repository of its own.
  for (const name of ['test', 'go.mod', 'go.sum']) await rm(`${folder}/turnout/${name}`, { recursive: true })
  await runGo(folder, 'openapi_generator.go', target)
}

/** A program beside the generated code, which Maven compiles and runs. */
async function generatedJava({ folder, document, target }: Work) {
  const client = `${folder}/client`
  await generate('java', document, client, '--library', 'native')
  await copyFile(`${PROGRAMS}/OpenapiGenerator.java`, `${client}/src/main/java/OpenapiGenerator.java`)
  const runs = ['-Dexec.mainClass=OpenapiGenerator', `-Dexec.args=${target.join(' ')}`]
  const plugin = 'org.codehaus.mojo:exec-maven-plugin:3.1.0:java'
  await run('mvn', ['-q', '-B', '-Dmaven.test.skip=true', 'compile', plugin, ...runs], { cwd: client })
}

/** Ruby needs the packages typhoeus and marcel. */
async function generatedRuby({ folder, document, target }: Work) {
  await generate('ruby', document, `${folder}/client`, '--additional-properties', 'gemName=openapi_client')
  await run('ruby', [`${PROGRAMS}/openapi_generator.rb`, ...target, `${folder}/client`])
}

/** PHP needs Guzzle, where Debian has it. */
async function generatedPhp({ folder, document, target }: Work) {
  await generate('php', document, `${folder}/client`)
  await run('php', [`${PROGRAMS}/openapi_generator.php`, ...target, `${folder}/client`])
}

/** The generator writes a build for Gradle. Maven compiles the same code with what that build names. */
async function generatedKotlin({ folder, document, target }: Work) {
  const client = `${folder}/client`
  await generate('kotlin', document, client)
  await copyFile(`${PROGRAMS}/OpenapiGenerator.kt`, `${client}/src/main/kotlin/OpenapiGenerator.kt`)
  const project = await readFile(`${PROGRAMS}/kotlin-pom.xml`, 'utf8')
  await writeFile(`${client}/pom.xml`, project.replaceAll('{kotlin}', KOTLIN))
  const runs = ['-Dexec.mainClass=OpenapiGeneratorKt', `-Dexec.args=${target.join(' ')}`]
  await run('mvn', ['-q', '-B', 'compile', 'org.codehaus.mojo:exec-maven-plugin:3.1.0:java', ...runs], {
    cwd: client,
    maxBuffer: 64 * 1024 * 1024,
  })
}

async function compiledAlone({ folder, document }: Work) {
  await generate('csharp', document, `${folder}/client`)
  await run('dotnet', ['build', `${folder}/client`])
}

async function oapiCodegen({ folder, document, target }: Work) {
  await mkdir(`${folder}/turnout`)
  const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN}`
  const options = ['-generate', 'types,client', '-package', 'turnout', '-o', `${folder}/turnout/client.go`]
  await run('go', ['run', tool, ...options, document], { cwd: folder })
  await runGo(folder, 'oapi_codegen.go', target)
  const [lines, withKey] = await documented('go', target)
  const imports = '"context"\n"net/http"\n"example.org/lab/turnout"'
  const check = 'if err != nil || event.HALJSON200 == nil { panic(event.Status()) }'
  const main = `func main() {\nctx := context.Background()\n${lines}\n${check}\n}`
  await writeFile(`${folder}/main.go`, `package main\nimport (\n${imports}\n)\n${withKey}\n${main}\n`)
  await run('go', ['run', '.'], { cwd: folder })
}

async function openapiTypescript({ document, target }: Work) {
  // Packages are found from within the project.
  const own = `${CACHE}/typescript`
  await mkdir(own, { recursive: true })
  await run('node_modules/.bin/openapi-typescript', [document, '-o', `${own}/turnout.d.ts`])
  const [code] = await documented('ts', target)
  await writeFile(`${own}/main.mts`, `${code}if (data?.title !== 'Rally') throw new Error('There is no event')\n`)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023']
  await run('node_modules/.bin/tsc', [...options, '--ignoreConfig', `${own}/main.mts`])
  await run('node_modules/.bin/tsx', [`${own}/main.mts`])
}

/** Without `--useUnionTypes` it names types after properties that have a colon, which does not compile. */
async function openapiTypescriptCodegen({ document, target }: Work) {
  const own = `${CACHE}/typescript-codegen`
  await mkdir(own, { recursive: true })
  await nodeWith(own, [`openapi-typescript-codegen@${TYPESCRIPT_CODEGEN}`])
  const options = ['--input', document, '--output', `${own}/client`, '--useUnionTypes']
  await run(`${own}/node_modules/.bin/openapi`, options)
  await copyFile(`${PROGRAMS}/openapi_typescript_codegen.ts.txt`, `${own}/main.ts`)
  const compiler = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--target', 'es2023']
  const resolution = ['--moduleResolution', 'bundler', '--ignoreConfig', '--types', 'node']
  await run('node_modules/.bin/tsc', [...compiler, ...resolution, `${own}/main.ts`])
  await run('node_modules/.bin/tsx', [`${own}/main.ts`, ...target])
}

/** It has no alternatives of bodies and answers, and leaves those operations out. */
async function ogen({ folder, document, target }: Work) {
  await writeFile(`${folder}/ogen.yml`, 'generator:\n  ignore_not_implemented: ["all"]\n')
  const tool = `github.com/ogen-go/ogen/cmd/ogen@${OGEN}`
  const options = ['--config', 'ogen.yml', '--target', 'turnout', '--package', 'turnout', '--clean', document]
  await run('go', ['run', tool, ...options], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  await runGo(folder, 'ogen.go', target)
}

async function openapiPythonClient({ folder, document, target }: Work) {
  const { python, install } = await pythonIn(folder)
  await install(`openapi-python-client==${OPENAPI_PYTHON_CLIENT}`)
  const output = ['--path', document, '--output-path', `${folder}/turnout`]
  const options = ['generate', '--meta', 'none', '--fail-on-warning', ...output]
  // It formats with a program of its own environment.
  const line = 'PATH="$0:$PATH" exec openapi-python-client "$@"'
  await run('/bin/sh', ['-c', line, `${folder}/venv/bin`, ...options], { maxBuffer: 64 * 1024 * 1024 })
  // Python finds packages beside the program.
  await copyFile(`${PROGRAMS}/openapi_python_client.py`, `${folder}/main.py`)
  await run(python, [`${folder}/main.py`, ...target])
}

/** Runs openapi-generator, which Maven fetches once. */
async function generate(language: string, document: string, out: string, ...more: string[]) {
  const jar = `${CACHE}/openapi-generator-cli-${OPENAPI_GENERATOR}.jar`
  if (!existsSync(jar)) {
    const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`
    await run('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${CACHE}`])
  }
  const named = more.includes('gemName=openapi_client') || ['java', 'php', 'kotlin'].includes(language)
  const name = named ? [] : ['--package-name', 'turnout']
  const options = ['generate', '-g', language, '-i', document, '-o', out, ...name, ...more]
  await run('java', ['-jar', jar, ...options], { maxBuffer: 64 * 1024 * 1024 })
}

/** Compiles a program with the generated package and runs it. */
async function runGo(folder: string, program: string, target: string[]) {
  await copyFile(`${PROGRAMS}/${program}`, `${folder}/main.go`)
  await writeFile(`${folder}/go.mod`, 'module example.org/lab\n\ngo 1.24\n')
  await run('go', ['mod', 'tidy'], { cwd: folder })
  await run('go', ['run', '.', ...target], { cwd: folder })
}

const isThere = (program: string) =>
  run('/bin/sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  )

const folder = await mkdtemp(join(tmpdir(), 'lab-'))
await mkdir(CACHE, { recursive: true })
const server = await startLabServer(folder)
try {
  const document = `${folder}/openapi.json`
  await writeFile(document, await (await fetch(`${server.url}/api/v2/openapi.json`)).text())
  const target: Work['target'] = [server.url, demo.group.key]
  const clients = generators.map(({ name, needs, use }, i) => ({
    name,
    calls: async () => {
      const found = await Promise.all(needs.map(isThere))
      const missing = needs.filter((_, at) => !found[at])
      if (missing.length > 0) throw new LeftOut(`there is no ${missing.join(', ')}`)
      const own = `${folder}/${i}`
      await mkdir(own)
      await use({ folder: own, document, target })
      return [{ call: 'make, compile and call', works: true }]
    },
  }))
  await runClients('generators', clients, { asked: process.argv[2] })
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

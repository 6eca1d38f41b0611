const { copyFileSync, mkdirSync } = require('node:fs')
const { basename, join } = require('node:path')

/**
 * A plugin of the serverless CLI with three concerns.
 *
 * Layers are packed and uploaded with every deployment that changes something. The CLI would ask CloudFormation whether
 * a layer has changed, for which a package has no credentials, and leave it out of later deployments, whose rollback
 * then needs a file that was pruned.
 *
 * What lies in build/ was made for one stage and one region, whose settings were checked. Another must not be deployed
 * from it, and a package that was made without asking AWS must not be deployed at all.
 *
 * The CLI finds out whether anything has changed from the zips in its own folder. Ours are in build/.
 */
module.exports = class Packaging {
  constructor(serverless) {
    const { service } = serverless
    const isDeployment = () => serverless.processedInput.commands[0] === 'deploy'
    const refuse = (sentence) => {
      throw new serverless.classes.Error(sentence)
    }
    this.hooks = {
      'before:package:initialize': () => {
        const { stage, region } = service.provider
        const built = service.custom.settings
        const use = `Use npm run package or npm run deploy with --stage ${stage}.`
        if (stage !== built.stage) refuse(`build/ is of stage "${built.stage}", not "${stage}". ${use}`)
        if (region !== built.region) refuse(`build/ is of region "${built.region}", not "${region}". ${use}`)
        if (isDeployment() && built.tableStream.endsWith('/of-no-account'))
          refuse(`build/ is a package, made without asking AWS for the table. Use npm run deploy -- --stage ${stage}.`)
      },
      'before:package:compileLayers': () => {
        const compiler = serverless.pluginManager.plugins.find((each) => 'compareWithLastLayer' in each)
        if (compiler) compiler.compareWithLastLayer = async () => undefined
      },
      // The CLI has no setting for it. Alarms read how much a mapping reads of the stream.
      'after:package:compileEvents': () => {
        const { Resources } = service.provider.compiledCloudFormationTemplate
        for (const id of service.custom.settings.countedMappings)
          Resources[id].Properties.MetricsConfig = { Metrics: ['EventCount'] }
      },
      // The key of a layer's zip has the time of the deployment in it, and the comparison of templates does not know.
      'after:package:compileLayers': () => {
        const { Outputs } = service.provider.compiledCloudFormationTemplate
        for (const id of Object.keys(Outputs)) if (id.endsWith('LambdaLayerS3Key')) delete Outputs[id]
      },
      'before:aws:deploy:deploy:checkForChanges': () => {
        const folder = join(serverless.serviceDir, '.serverless')
        mkdirSync(folder, { recursive: true })
        for (const { package: { artifact } = {} } of [
          ...Object.values(service.functions),
          ...Object.values(service.layers),
        ])
          if (artifact) copyFileSync(join(serverless.serviceDir, artifact), join(folder, basename(artifact)))
      },
    }
  }
}

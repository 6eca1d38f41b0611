/**
 * A plugin of the serverless CLI with two concerns.
 *
 * To package a layer, the CLI asks CloudFormation whether the layer has changed, and so wants credentials and a
 * network, which a package must not need. A deployment still asks.
 *
 * What lies in build/ was made for one stage, whose settings were checked. Another stage must not be deployed from it.
 */
module.exports = class Packaging {
  constructor(serverless) {
    this.hooks = {
      'before:package:initialize': () => {
        const { stage } = serverless.service.provider
        const built = serverless.service.custom.settings.stage
        if (stage !== built)
          throw new serverless.classes.Error(
            `build/ is of stage "${built}", not "${stage}". Use npm run package or npm run deploy with --stage ${stage}.`,
          )
      },
      'before:package:compileLayers': () => {
        const isDeployment = serverless.processedInput.commands.includes('deploy')
        const compiler = serverless.pluginManager.plugins.find((each) => 'compareWithLastLayer' in each)
        if (!isDeployment && compiler) compiler.compareWithLastLayer = async () => undefined
      },
    }
  }
}

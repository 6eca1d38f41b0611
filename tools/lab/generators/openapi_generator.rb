# openapi-generator, -g ruby: creates an event, and lists events.
require 'uri'
$LOAD_PATH.unshift(File.join(ARGV[2], 'lib'))
require 'openapi_client'
uri = URI(ARGV[0])
OpenapiClient.configure do |config|
  config.scheme = uri.scheme
  config.host = "#{uri.host}:#{uri.port}"
  config.server_index = nil
  config.api_key['OSDI-API-Token'] = ARGV[1]
end
api = OpenapiClient::EventsApi.new
event = api.create_event(OpenapiClient::EventDraft.new(title: 'Rally', origin_system: 'Example'))
raise 'There is no event' unless api.list_events._embedded.osdi_events.map(&:title).include?(event.title)

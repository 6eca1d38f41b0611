<?php
// openapi-generator, -g php: creates an event, and lists events, with the Guzzle of Debian.
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function ($name) use ($argv) {
    $file = $argv[3] . '/lib/' . str_replace('\\', '/', substr($name, strlen('OpenAPI\\Client\\'))) . '.php';
    if (str_starts_with($name, 'OpenAPI\\Client\\') && is_file($file)) require $file;
});
$config = (new OpenAPI\Client\Configuration())->setHost($argv[1])->setApiKey('OSDI-API-Token', $argv[2]);
$api = new OpenAPI\Client\Api\EventsApi(new GuzzleHttp\Client(), $config);
$event = $api->createEvent(new OpenAPI\Client\Model\EventDraft(['title' => 'Rally', 'origin_system' => 'Example']));
if ($event->getTitle() !== 'Rally' || count($api->listEvents()->getEmbedded()->getOsdiEvents()) === 0) exit(1);

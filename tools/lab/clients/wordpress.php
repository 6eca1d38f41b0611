<?php
/* The functions of WordPress that the shortcode calls, as far as it needs them. */

[, $base, $group, $plugin] = $argv;
define('ABSPATH', '/');
define('WPINC', '');
$shortcodes = [];

class WP_Error {
  public function __construct(private string $code = '', private string $message = '') {}
  public function get_error_message() { return $this->message; }
}

function add_action(...$rest) {}
function add_filter(...$rest) {}
function register_activation_hook(...$rest) {}
function add_shortcode($tag, $function) { global $shortcodes; $shortcodes[$tag] = $function; }
function shortcode_atts($defaults, $given, $tag = '') { return array_intersect_key($given, $defaults) + $defaults; }
function plugin_dir_path($file) { return dirname($file) . '/'; }
function plugin_dir_url($file) { return 'http://localhost/'; }
function plugin_basename($file) { return basename($file); }
function wp_enqueue_style(...$rest) {}
function is_admin() { return false; }
function is_wp_error($value) { return $value instanceof WP_Error; }
function __($text, $domain = '') { return $text; }
function esc_html($text) { return htmlspecialchars((string) $text); }
function esc_html__($text, $domain = '') { return htmlspecialchars($text); }
function esc_attr($text) { return htmlspecialchars((string) $text); }
function esc_url($text) { return htmlspecialchars((string) $text); }
function wp_kses_post($text) { return (string) $text; }
function wp_timezone() { return new DateTimeZone('America/New_York'); }
function add_query_arg($query, $url) { return $url . '?' . http_build_query($query); }
function wp_remote_get($url, $options = []) {
  global $base, $group;
  $here = str_replace('https://api.mobilize.us/v1', "$base/groups/$group/mobilize/v1", $url);
  $context = stream_context_create(['http' => ['ignore_errors' => true]]);
  $body = file_get_contents($here, false, $context);
  return ['body' => $body, 'code' => (int) explode(' ', $http_response_header[0])[1]];
}
function wp_remote_retrieve_body($answer) { return $answer['body']; }
function wp_remote_retrieve_response_code($answer) { return $answer['code']; }

require "$plugin/shortcode-for-mobilizeamerica-api.php";
$html = $shortcodes['mobilize_america_events'](['organization_id' => '1', 'limit' => 10]);
$works = str_contains($html, 'Phone bank');
$problem = $works ? [] : ['problem' => substr(strip_tags($html), 0, 200)];
echo json_encode(['call' => 'show events to come', 'works' => $works] + $problem), "\n";
